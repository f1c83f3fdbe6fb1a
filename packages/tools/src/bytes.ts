/** Bytes of memory that no other thread writes to, which is what a Response takes; written as TypeScript before 5.7 reads it too. */
export type Bytes = Uint8Array & { readonly buffer: ArrayBuffer };
