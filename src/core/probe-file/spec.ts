/** How a fact is described: kind, bound and meaning, and the type of the value that follows from them. */

interface Described {
  readonly about: string
}
export interface TextSpec extends Described {
  readonly kind: 'text'
  readonly max: number
  readonly pattern?: RegExp
}
export interface OneOfSpec<V extends string> extends Described {
  readonly kind: 'one-of'
  readonly values: readonly V[]
}
export interface CountSpec extends Described {
  readonly kind: 'count'
}
export interface FlagSpec extends Described {
  readonly kind: 'flag'
}
export interface ListSpec<S extends Spec> extends Described {
  readonly kind: 'list'
  readonly of: S
  readonly max: number
}
export interface MapSpec<S extends Spec> extends Described {
  readonly kind: 'map'
  readonly of: S
  readonly max: number
}
export interface TableSpec<F extends Record<string, Spec>> extends Described {
  readonly kind: 'table'
  readonly facts: F
}
export type Spec =
  | TextSpec
  | OneOfSpec<string>
  | CountSpec
  | FlagSpec
  | ListSpec<Spec>
  | MapSpec<Spec>
  | TableSpec<Record<string, Spec>>

/** The value a spec accepts; every key of a table is optional (an absent fact is unknown). */
export type Value<S> = S extends TextSpec
  ? string
  : S extends OneOfSpec<infer V>
    ? V
    : S extends CountSpec
      ? number
      : S extends FlagSpec
        ? boolean
        : S extends ListSpec<infer E>
          ? readonly Value<E>[]
          : S extends MapSpec<infer E>
            ? { readonly [subject: string]: Value<E> }
            : S extends TableSpec<infer F>
              ? { readonly [K in keyof F]?: Value<F[K]> }
              : never

export const text = (about: string, max = 400): TextSpec => ({ kind: 'text', about, max })
export const hex = (about: string, length: number): TextSpec => ({
  kind: 'text',
  about,
  max: length,
  pattern: new RegExp(`^[0-9a-f]{${length}}$`),
})
/** A git object id: 40 hex digits (SHA-1) or 64 (SHA-256 repositories). */
export const objectId = (about: string): TextSpec => ({
  kind: 'text',
  about,
  max: 64,
  pattern: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
})
export const utc = (about: string): TextSpec => ({
  kind: 'text',
  about,
  max: 20,
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
})
export const oneOf = <const V extends string>(about: string, ...values: readonly V[]): OneOfSpec<V> => ({
  kind: 'one-of',
  about,
  values,
})
export const count = (about: string): CountSpec => ({ kind: 'count', about })
export const flag = (about: string): FlagSpec => ({ kind: 'flag', about })
export const list = <S extends Spec>(about: string, of: S, max = 500): ListSpec<S> => ({
  kind: 'list',
  about,
  of,
  max,
})
export const map = <S extends Spec>(about: string, of: S, max = 500): MapSpec<S> => ({
  kind: 'map',
  about,
  of,
  max,
})
export const table = <F extends Record<string, Spec>>(about: string, facts: F): TableSpec<F> => ({
  kind: 'table',
  about,
  facts,
})
