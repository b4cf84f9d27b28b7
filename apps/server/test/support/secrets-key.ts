/**
 * Servers of a test share a database but have separate data folders, so they are given a common
 * key.
 */
export const TEST_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
