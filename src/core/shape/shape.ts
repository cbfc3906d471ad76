/** What a file from outside may hold, as a table: its check, types, docs, editor schemas and bounds. */

interface Described {
  readonly about: string
}
export interface TextShape extends Described {
  readonly kind: 'text'
  /** In code points, as Python counts: the writer's limits are the reader's. */
  readonly max: number
  readonly pattern?: RegExp
  /** What a problem says was expected: `a package name`. */
  readonly expected: string
}
interface OneOfShape<V extends string = string> extends Described {
  readonly kind: 'one-of'
  readonly values: readonly V[]
}
interface CountShape extends Described {
  readonly kind: 'count'
}
interface FlagShape extends Described {
  readonly kind: 'flag'
}
export interface ListShape<S = Shape> extends Described {
  readonly kind: 'list'
  readonly of: S
  readonly min: number
  readonly max: number
  readonly unique: boolean
}
/** Names are free within `key`. */
export interface MapShape<S = Shape> extends Described {
  readonly kind: 'map'
  readonly key: TextShape
  readonly of: S
  readonly max: number
}
export interface TableShape<K = { readonly [key: string]: Shape }, R = string> extends Described {
  readonly kind: 'table'
  readonly keys: K
  readonly required: readonly R[]
}
/** A word or a list or, where more is to be said, a table. */
interface EitherShape<B = TextShape | OneOfShape | ListShape, F = TableShape> extends Described {
  readonly kind: 'either'
  readonly brief: B
  readonly full: F
}
export type Shape = TextShape | OneOfShape | CountShape | FlagShape | ListShape | MapShape | TableShape | EitherShape

/** The value a shape accepts. A key of a table is optional unless it is required: an absent fact is unknown. */
export type Value<S> = S extends TextShape
  ? string
  : S extends OneOfShape<infer V>
    ? V
    : S extends CountShape
      ? number
      : S extends FlagShape
        ? boolean
        : S extends ListShape<infer E>
          ? readonly Value<E>[]
          : S extends MapShape<infer E>
            ? { readonly [name: string]: Value<E> }
            : S extends TableShape<infer K, infer R>
              ? { readonly [N in Exclude<keyof K, R>]?: Value<K[N]> } & {
                  readonly [N in Extract<keyof K, R>]: Value<K[N]>
                }
              : S extends EitherShape<infer B, infer F>
                ? Value<B> | Value<F>
                : never

export const text = (about: string, max = 400, expected = 'text', pattern?: RegExp): TextShape => ({
  kind: 'text',
  about,
  max,
  expected,
  ...(pattern ? { pattern } : {}),
})
export const hex = (about: string, length: number) =>
  text(about, length, `${length} hex digits`, new RegExp(`^[0-9a-f]{${length}}$`))
/** A git object id: 40 hex digits (SHA-1) or 64 (SHA-256 repositories). */
export const objectId = (about: string) => text(about, 64, '40 or 64 hex digits', /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
export const utc = (about: string) =>
  text(about, 20, 'a time like 2026-01-02T03:04:05Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
export const oneOf = <const V extends string>(about: string, ...values: readonly V[]): OneOfShape<V> => ({
  kind: 'one-of',
  about,
  values,
})
export const count = (about: string): CountShape => ({ kind: 'count', about })
export const flag = (about: string): FlagShape => ({ kind: 'flag', about })

interface Bounds {
  readonly min?: number
  readonly unique?: boolean
}
export const list = <S extends Shape>(
  about: string,
  of: S,
  max = 500,
  { min = 0, unique = false }: Bounds = {},
): ListShape<S> => ({ kind: 'list', about, of, min, max, unique })
export const map = <S extends Shape>(
  about: string,
  of: S,
  max = 500,
  key = text('what the entry is about', 1000),
): MapShape<S> => ({ kind: 'map', about, of, max, key })
export const table = <K extends { readonly [key: string]: Shape }, R extends keyof K & string = never>(
  about: string,
  keys: K,
  ...required: readonly R[]
): TableShape<K, NoInfer<R>> => ({ kind: 'table', about, keys, required })
export const either = <B extends TextShape | OneOfShape | ListShape, F extends TableShape>(
  brief: B,
  full: F,
): EitherShape<B, F> => ({ kind: 'either', about: brief.about, brief, full })
