import type { ProtectionName } from '@busbar/domain/protection/definition';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { PROTECTIONS, protectionOf } from '@busbar/domain/protection/protections/protections';
import { defaultsOf } from '@busbar/domain/protection/values';
import { describe, expect, it } from 'vitest';
import { isRowChanged, markOfRow, rowsOf } from './form-rows.ts';

const kinds = (name: ProtectionName) => rowsOf(protectionOf(name)).map(({ kind }) => kind);

describe('the lines of a protection form', () => {
  it.each(PROTECTIONS)('of $name contain every field once', (definition) => {
    const wires = rowsOf(definition).flatMap(({ fields }) => fields.map(({ wire }) => wire));
    expect(wires.toSorted()).toEqual(definition.fields.map(({ wire }) => wire).toSorted());
  });

  it('list limits before delays', () => {
    const keys = rowsOf(protectionOf('interphaseImbalance')).map(({ key }) => key);
    expect(keys).toEqual(['reaction', 'startValue', 'resetValue', 'operateDelay', 'resetDelay']);
  });

  it('combine fields that are decided together', () => {
    expect(kinds('overVoltage')).toEqual(['reaction', 'number', 'number', 'number', 'number']);
    expect(kinds('overLoad')).toEqual([
      ...['reaction', 'number', 'number', 'number'],
      ...Array(5).fill('reclose'),
    ]);
    expect(kinds('enableSwitch')).toEqual(['switch', 'switch', 'number', 'switch', 'switch']);
    expect(kinds('timingConfig')).toEqual(['switch', ...Array(8).fill('timer')]);
  });

  const [reaction, start] = rowsOf(OVER_VOLTAGE);
  const onDevice = defaultsOf(OVER_VOLTAGE);

  it('are changed when any of their fields is changed', () => {
    expect(isRowChanged(reaction!, onDevice, { ...onDevice, locks: true })).toBe(true);
    expect(isRowChanged(start!, onDevice, { ...onDevice, locks: true })).toBe(false);
  });

  it.each([
    ['not verified', null, 275, 'none'],
    ['as written', { ov: true }, 275, 'verified'],
    ['as written, then edited', { ov: true }, 280, 'edited'],
    ['different from the written value', { ov: false }, 275, 'different'],
    ['different from the written value, with retained edits', { ov: false }, 280, 'different'],
    ['another field verified', { orv: true }, 275, 'none'],
  ] as const)('have the correct status: %s', (_case, verified, startValue, mark) => {
    const edited = { ...onDevice, startValue };
    expect(markOfRow(start!, onDevice, edited, verified)).toBe(mark);
  });

  it('with several fields are different when one of the fields is different', () => {
    const verified = { enable: true, doOpen: true, doLock: false };
    expect(markOfRow(reaction!, onDevice, onDevice, verified)).toBe('different');
  });
});
