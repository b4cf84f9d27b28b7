import errors from '@busbar/texts/locales/en/errors.json';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { ApiError } from '../lib/calls/api-error.ts';
import { errorText } from './error-text.ts';

const i18n = createInstance({ lng: 'en', resources: { en: { errors } }, initAsync: false });
await i18n.init();

/** Returns the error text for a response from a proxy, which is not JSON. */
const textOf = (status: number) =>
  errorText(
    new ApiError({ kind: 'failed', status, code: status, msg: '' }),
    (key) => i18n.t(key),
    (key) => i18n.exists(key),
  );

it.each([
  [408, 'The request timed out'],
  [413, 'The request is too large'],
  [429, 'Too many requests. Wait a while and try again.'],
  [500, 'The server could not do this'],
  [501, 'The server does not support this'],
  [502, 'The proxy server got no valid answer from the platform'],
  [503, 'The service is unavailable at the moment'],
  [504, 'The proxy server got no answer from the platform in time'],
  [505, 'The server does not support this version of HTTP'],
])('explains the HTTP status %i of a proxy', (status, text) => {
  expect(textOf(status)).toBe(text);
});
