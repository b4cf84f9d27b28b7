const CODE = /(?:^|\/sso\/)(\d{1,10}-[A-Za-z0-9]{20})\/?$/;

/** Returns the code of a sign-in address; undefined if the text is neither an address nor a code. */
export const signInCodeOf = (typed: string): string | undefined => CODE.exec(typed.trim())?.[1];
