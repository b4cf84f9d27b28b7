import { describe, expect, it } from 'vitest';
import { readCsvTable } from '../device-import/read-table.ts';
import { readingTableReader } from './read-reading-table.ts';

const read = (text: string) => readCsvTable(text, (cell) => cell, readingTableReader);

describe('table of readings', () => {
  it.each([
    ['Time,Meter reading (kWh)', 'register'],
    ['Fecha y hora;Lectura (kWh)', 'register'],
    ['Horodatage;Énergie (kWh)', 'energy'],
    ['Дата и время;Показания счётчика, кВт·ч', 'register'],
    ['الوقت,الطاقة (kWh)', 'energy'],
    ['时间\t电表读数(kWh)', 'register'],
    ['kWh,timestamp', 'energy'],
  ])('%s has values of the kind %s', (head, valueColumn) => {
    const separator = /[;\t,]/.exec(head.replace(', кВт', ''))![0];
    expect(read(`Meter 7\n\n${head}\na${separator}b\n`)).toMatchObject({
      ok: true,
      value: { valueColumn, rows: [{ line: 4 }] },
    });
  });

  it('prefers the register, and lists the columns that it does not use', () => {
    expect(read('time,energy,register,note\nt,1,2,x\n')).toMatchObject({
      value: {
        valueColumn: 'register',
        rows: [{ value: { text: '2' } }],
        passedOver: ['energy', 'note'],
      },
    });
  });

  it('reads the energy if the register may be the number of the row', () => {
    expect(read('Index,Time,Energy (kWh)\n1,t,0.5\n')).toMatchObject({
      value: {
        valueColumn: 'energy',
        rows: [{ value: { text: '0.5' } }],
        passedOver: ['Index'],
      },
    });
    expect(read('Horodatage;Index\nt;5\n')).toMatchObject({ value: { valueColumn: 'register' } });
  });

  it.each([
    ['a decimal comma', 'time,register\nt,0,25', '25'],
    ['separated thousands', 'time;register\nt;1;234,5', '234,5'],
    ['a comma in a time', 'time,register\n31.12.2025, 23:00,5', '5'],
    ['a cell below an empty heading', 'time,register,,\nt,0,25,', '25'],
    ['decimals in another column, and an empty last cell', 'time,register,note\nt,0,25,', '25'],
    ['decimals in another column, and its text', 'time,register,note\nt,0,25,x', 'x'],
  ])('shows the extra cell of a row with %s', (_, text, extra) => {
    expect(read(text)).toMatchObject({ ok: true, value: { rows: [{ extra }] } });
  });

  it.each([
    ['with an empty last cell', 'time,register\nt,5,'],
    ['with another number and an empty last cell', 'time,register,note\nt,5.5,25,'],
    ['with a number in another column', 'time,register,temperature\nt,5,25'],
    ['with a quoted decimal comma', 'time,register,note\nt,"0,25",x'],
  ])('shows no extra cell of a row %s', (_, text) => {
    const found = read(text);
    expect(found.ok && found.value.rows.map((row) => row.extra)).toEqual([undefined]);
  });

  it.each([
    ['reading-columns-missing', 'a,b\n1,2'],
    ['import-column-twice', 'time,time,register\n1,2,3'],
    ['import-empty', 'time,register\n,\n'],
    ['reading-too-many-rows', `time,register\n${'1,2\n'.repeat(100_001)}`],
    ['import-unreadable', 'time,register\n"1,2'],
  ])('rejects a file: %s', (refusal, text) => {
    expect(read(text)).toMatchObject({ ok: false, refusal });
  });
});
