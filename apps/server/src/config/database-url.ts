/** URLs of databases, which may name several servers (docs/adr/0060). */
import { readServerUrls } from '../storage/servers/server-urls.ts';
import { ConfigError } from './config-error.ts';

const FORM = 'postgresql://user:password@host:5432/database';
const SEVERAL = 'postgresql://user:password@first:5432,second:5432/database';

/** `any` is refused: every connection must accept writes. */
const WRITABLE = ['read-write', 'primary'];

/** Returns the valid text; throws ConfigError, without the text, which contains a password. */
export function databaseUrl(variable: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const target = readServerUrls(text)?.target;
  if (readServerUrls(text) === undefined) {
    throw new ConfigError(
      `${variable} must be an address such as ${FORM}, or with several servers ${SEVERAL}.`,
    );
  }
  if (target !== undefined && !WRITABLE.includes(target)) {
    throw new ConfigError(
      `target_session_attrs in ${variable} must be ${WRITABLE.join(' or ')}, not "${target}".`,
    );
  }
  return text;
}

/** Returns the URL of a single server that need not accept writes; throws ConfigError. */
export function readDatabaseUrl(variable: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (readServerUrls(text)?.urls.length === 1) return text;
  throw new ConfigError(`${variable} must be the address of one server, such as ${FORM}.`);
}
