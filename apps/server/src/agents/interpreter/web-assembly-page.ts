/** WebAssembly memory is counted in pages of so many bytes. */
export const pageBytes = 65_536;
