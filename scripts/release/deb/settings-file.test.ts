import { describe, expect, it } from 'vitest';
import { parseSettings, SettingsError } from './files/settings-file.mjs';

const parse = (text: string | Uint8Array) => parseSettings(Buffer.from(text), 'busbar.env');

describe('the settings file of the service', () => {
  it('has variables, comments and empty lines, with the ends of either system', () => {
    const text = '\uFEFF# a comment\r\n\r\n; another\nHOST=0.0.0.0\r\n  PORT=8080 \nSMTP_URL=\n';
    expect(parse(text)).toEqual({ HOST: '0.0.0.0', PORT: '8080', SMTP_URL: '' });
  });

  it('keeps spaces, # and = in a value, and removes quotation marks around it', () => {
    const text = 'MAIL_FROM=Busbar <a@b.org>\nA=postgresql://u:p#x=1@db/b # c\nB=" x "\nC=\'"y"\'';
    expect(parse(text)).toEqual({
      MAIL_FROM: 'Busbar <a@b.org>',
      A: 'postgresql://u:p#x=1@db/b # c',
      B: ' x ',
      C: '"y"',
    });
  });

  it.each([
    ['PORT 8080', 'Line 1 of busbar.env is not NAME=VALUE.'],
    ['\nexport PORT=8080', 'Line 2 of busbar.env is not NAME=VALUE.'],
    ['PORT=1\nPORT=2', 'Line 2 of busbar.env sets PORT a second time.'],
    ['A="s3cret', 'Line 1 of busbar.env has a quotation mark without its counterpart.'],
    ['A="', 'Line 1 of busbar.env has a quotation mark without its counterpart.'],
    ['A="s3cret\'', 'Line 1 of busbar.env has a quotation mark without its counterpart.'],
    [
      'NODE_OPTIONS=--inspect',
      'Line 1 of busbar.env sets NODE_OPTIONS, which only the unit can set: use "systemctl edit busbar".',
    ],
    [Buffer.from([0x41, 0x3d, 0xff]), 'busbar.env is not a text file in UTF-8.'],
  ])('is refused in one sentence without the value (%j)', (text, sentence) => {
    expect(() => parse(text)).toThrow(new SettingsError(sentence));
  });
});
