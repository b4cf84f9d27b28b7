/** Texts of a provider that PostgreSQL can store: neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text);
