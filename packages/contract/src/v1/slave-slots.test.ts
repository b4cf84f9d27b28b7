import { describe, expect, it } from 'vitest';
import { readSlots } from './slave-slots.ts';

describe('slots of a slave command', () => {
  it('are returned in slot order without the slots that have no operation', () => {
    const data = {
      s10: { ad: 4, op: 2 },
      s2: { ad: '7', op: '1' },
      s3: { ad: 0, op: 0 },
      s1: { ad: 20, op: 1 },
    };
    expect(readSlots(data)).toEqual({
      ok: true,
      value: [
        { slot: 's1', address: 20, order: 'close' },
        { slot: 's2', address: 7, order: 'close' },
        { slot: 's10', address: 4, order: 'open' },
      ],
    });
  });

  it('may contain commands in all twenty slots', () => {
    const all = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`s${index + 1}`, { ad: index + 1, op: 2 }]),
    );
    expect(readSlots(all)).toMatchObject({ ok: true, value: { length: 20 } });
    expect(readSlots({ ...all, s21: { ad: 1, op: 2 } })).toEqual({
      ok: false,
      refusal: 'slot-unknown',
      field: 's21',
    });
  });

  const good = { ad: 1, op: 1 };
  it.each([
    ['no slot', {}, 'no-slave-ordered', 'data'],
    ['only slots without an operation', { s1: { ad: 1, op: 0 } }, 'no-slave-ordered', 'data'],
    ['slot 0', { s0: good }, 'slot-unknown', 's0'],
    ['an unknown slot name', { s1: good, t2: good }, 'slot-unknown', 't2'],
    ['the name of an inherited property', { constructor: good }, 'slot-unknown', 'constructor'],
    ['a slot that is not an object', { s4: 'close' }, 'slot-unknown', 's4'],
    ['a slot that is a list', { s4: [1, 1] }, 'slot-unknown', 's4'],
    ['a null slot', { s4: null }, 'slot-unknown', 's4'],
    ['address 0', { s4: { ad: 0, op: 1 } }, 'slave-address-invalid', 's4'],
    ['address 21', { s4: { ad: 21, op: 1 } }, 'slave-address-invalid', 's4'],
    ['a fractional address', { s4: { ad: 1.5, op: 1 } }, 'slave-address-invalid', 's4'],
    ['no address', { s4: { op: 1 } }, 'slave-address-invalid', 's4'],
    ['an address twice', { s1: good, s4: { ad: 1, op: 2 } }, 'slave-address-repeated', 's4'],
    ['operation 3', { s4: { ad: 1, op: 3 } }, 'slave-order-unknown', 's4'],
    ['operation -1', { s4: { ad: 1, op: -1 } }, 'slave-order-unknown', 's4'],
    ['an operation as text', { s4: { ad: 1, op: 'close' } }, 'slave-order-unknown', 's4'],
    ['no operation', { s4: { ad: 1 } }, 'slave-order-unknown', 's4'],
  ])('are refused for %s, and the slot is named', (_, data, refusal, field) => {
    expect(readSlots(data)).toEqual({ ok: false, refusal, field });
  });
});
