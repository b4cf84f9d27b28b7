/** Number of open forms with unsaved input. */
let forms = 0;

export const hasUnsavedInput = (): boolean => forms > 0;

/** Returns a function that ends the note. */
export function noteUnsavedInput(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}
