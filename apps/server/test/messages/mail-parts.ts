/** The parts of a multipart mail: its text and its attachments, as bytes. */
import type { TakenMail } from './mail-server.ts';

interface MailPart {
  readonly head: string;
  readonly bytes: Buffer;
}

interface OpenedMail {
  readonly text: string;
  readonly attached: readonly { readonly name: string; readonly bytes: Buffer }[];
}

export function openMail({ headers, raw, text }: TakenMail): OpenedMail {
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return { text, attached: [] };
  const parts = raw.split(`--${boundary}`).slice(1, -1).map(partOf);
  const body = parts.find(({ head }) => head.includes('text/plain'));
  const attached = parts.flatMap(({ head, bytes }) => {
    const name = /filename="?([^"\r\n;]+)/.exec(head)?.[1];
    return name === undefined ? [] : [{ name, bytes }];
  });
  return { text: body?.bytes.toString('utf8') ?? '', attached };
}

function partOf(piece: string): MailPart {
  const [head = '', ...rest] = piece.trimStart().split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/encoding: base64/i.test(head)) return { head, bytes: Buffer.from(body, 'base64') };
  if (!/encoding: quoted-printable/i.test(head)) return { head, bytes: Buffer.from(body) };
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { head, bytes: Buffer.from(bytes, 'latin1') };
}
