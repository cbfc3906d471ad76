/** Operation to what a token must hold for it, as `x-accepted-github-permissions` says it: `;` is or, `,` is and. */
export const needs: Record<string, string>
