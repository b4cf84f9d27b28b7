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
