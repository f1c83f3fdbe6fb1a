import * as z from 'zod';

type ShapeOf<Type> = { [Name in keyof Type]-?: z.ZodType<Type[Name]> };

/** A schema with the fields of a type, no more and no fewer: one that the type gets has to be described here as well. */
export function fieldsOf<Type>() {
  return <Shape extends ShapeOf<Type>>(
    shape: Shape & { [Name in Exclude<keyof Shape, keyof Type>]: never },
  ) => z.object(shape as Shape);
}

/** A schema of a few words; the compiler demands each word of the type. */
export function wordsOf<Word extends string>(words: { readonly [One in Word]: One }) {
  return z.enum(words);
}
