import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('DATABASE_URL', () => {
  it.each([
    'postgres://db/busbar',
    'postgresql://busbar:secret@a:5432,b:5432/busbar',
    'postgresql://busbar:secret@a,b/busbar?target_session_attrs=read-write',
    'postgresql://busbar:secret@a,b/busbar?target_session_attrs=primary',
  ])('may be %s', (text) => {
    expect(readConfig({ DATABASE_URL: text }).databaseUrl).toBe(text);
  });

  it.each([
    ['mysql://db/busbar', 'DATABASE_URL must be an address such as'],
    ['postgresql://busbar:secret@a:5432,b:x/busbar', 'DATABASE_URL must be an address such as'],
    ['postgresql://busbar:secret@a,b/busbar?target_session_attrs=any', 'must be read-write or'],
    ['postgresql://busbar:secret@a,b/busbar?target_session_attrs=standby', 'must be read-write or'],
  ])('%s is rejected, and the password is in no message', (text, message) => {
    const read = () => readConfig({ DATABASE_URL: text });
    expect(read).toThrow(message);
    expect(read).not.toThrow('secret');
  });
});
