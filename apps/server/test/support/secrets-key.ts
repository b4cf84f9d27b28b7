/** Servers of a test share a database and have data folders of their own, so they are given a key. */
export const TEST_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
