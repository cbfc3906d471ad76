export const CONTRACT_ROOM: string
export function makeContract(root: string): Promise<string>
