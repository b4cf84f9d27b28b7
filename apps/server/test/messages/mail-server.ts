/** A mail server on loopback that stores the mails it accepts. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { closeAfterFile } from '../support/close-after-file.ts';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The mail as received over the connection. */
  readonly raw: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: TakenMail[];
  /** Recipients that the server rejects permanently. */
  readonly refused: Set<string>;
  /** Passwords that were sent to the server, all of them without TLS, which it does not offer. */
  readonly passwords: string[];
  /** While true, the server answers 451 to everything. */
  isBusy: boolean;
  close(): Promise<void>;
}

/** The server is closed after the test file. */
export async function startMailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  const refused = new Set<string>();
  const passwords: string[] = [];
  const failure = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ password }, _session, done) {
      passwords.push(password ?? '');
      done(null, { user: 'known' });
    },
    onRcptTo({ address }, _session, done) {
      if (mailServer.isBusy) return done(failure(451, 'busy'));
      return done(refused.has(address) ? failure(550, 'nobody here') : null);
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const raw = Buffer.concat(pieces).toString('utf8');
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, ...read(raw) });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    passwords,
    isBusy: false,
    close: closeAfterFile(() => new Promise((resolve) => server.close(() => resolve()))),
  };
  return mailServer;
}

function read(raw: string): Pick<TakenMail, 'headers' | 'subject' | 'text'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
  );
  const body = rest.join('\r\n\r\n');
  const isBase64 = headers.get('content-transfer-encoding') === 'base64';
  const isQuoted = headers.get('content-transfer-encoding') === 'quoted-printable';
  const text = isBase64
    ? Buffer.from(body, 'base64').toString('utf8')
    : isQuoted
      ? quoted(body.replace(/=\r\n/g, ''))
      : body;
  return { headers, subject: words(headers.get('subject') ?? ''), text };
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes the encoded words of a header (RFC 2047). */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, content: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString('utf8')
        : quoted(content.replaceAll('_', ' ')),
    );
}
