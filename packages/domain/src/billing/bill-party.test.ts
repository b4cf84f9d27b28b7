import { expect, it } from 'vitest';
import { partyProblem, taxOfIssuer, taxProblem } from './bill-party.ts';

const party = { name: 'Quay 5 Ltd', address: 'Quay 5\nHarbour', taxNumber: 'DE 123' };

it.each([
  [{}, undefined],
  [{ address: '', taxNumber: '' }, undefined],
  [{ name: '' }, 'bill-name-required name'],
  [{ name: 'n'.repeat(121) }, 'bill-text-too-long name'],
  [{ name: '\u{1f600}'.repeat(120) }, undefined],
  [{ address: 'a'.repeat(401) }, 'bill-text-too-long address'],
  [{ address: '1\n2\n3\n4\n5\n6' }, undefined],
  [{ address: '1\n2\n3\n4\n5\n6\n7' }, 'bill-text-too-long address'],
  [{ taxNumber: '1'.repeat(61) }, 'bill-text-too-long taxNumber'],
])('reports the first problem of a party with %j', (more, expected) => {
  const found = partyProblem({ ...party, ...more });
  expect(found && `${found.refusal} ${found.field}`).toBe(expected);
});

it.each([
  ['', null, undefined],
  ['VAT', null, undefined],
  ['VAT', '19', undefined],
  ['VAT', '0', undefined],
  ['', '19', 'tax-name-required taxName'],
  ['V'.repeat(41), '19', 'bill-text-too-long taxName'],
  ['VAT', '100.001', 'tax-rate-invalid taxRate'],
  ['VAT', '-1', 'tax-rate-invalid taxRate'],
  ['VAT', '19,5', 'tax-rate-invalid taxRate'],
  ['VAT', '', 'tax-rate-invalid taxRate'],
])('reports the problem of the tax %j with the rate %j', (name, rate, expected) => {
  const found = taxProblem(name, rate);
  expect(found && `${found.refusal} ${found.field}`).toBe(expected);
});

it.each([
  [null, null],
  ['19.000', '19'],
  ['7.700', '7.7'],
  ['10', '10'],
  ['100.000', '100'],
  ['0.000', '0'],
])('presents the stored rate %j as %j', (stored, rate) => {
  expect(taxOfIssuer('VAT', stored)).toEqual(rate === null ? null : { name: 'VAT', rate });
});
