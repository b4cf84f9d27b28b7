/** The parties of a tenant's bills and an issued bill, written directly into the tables. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildIssuedBill(
  { db }: Database,
  { label, customerId, groupId, deviceCode, users, at }: Owner,
) {
  const party = { name: `${label}-party`, address: `${label}-quay`, taxNumber: `${label}-number` };
  const values = { name: party.name, address: party.address, tax_number: party.taxNumber };
  await db
    .insertInto('bill_issuer')
    .values({ customer_id: customerId, ...values, tax_name: `${label}-tax`, tax_rate: '19' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('bill_addressee')
    .values({ customer_id: customerId, group_id: groupId, ...values })
    .execute();
  const line = {
    rateName: `${label}-rate`,
    rateVersion: 1,
    band: 'peak',
    price: '1.04',
    energyWh: 9000,
    amount: 936,
  } as const;
  const document: BillDocument = {
    number: `2026-${groupId}`,
    issuedOn: '2026-11-01',
    issuer: party,
    addressee: party,
    groupName: `${label}-group`,
    period: { start: '2026-10-01', end: '2026-11-01' },
    currency: 'CNY',
    devices: [
      { name: `${label}-device`, code: deviceCode, lines: [line], energyWh: 9000, amount: 936 },
    ],
    adjustments: [],
    subtotal: 936,
    tax: { name: `${label}-tax`, rate: '19', amount: 178 },
    total: 1114,
    language: 'en',
  };
  return db
    .insertInto('issued_bill')
    .values({
      customer_id: customerId,
      number: document.number,
      group_id: groupId,
      group_name: document.groupName,
      start_day: document.period.start,
      language: document.language,
      document: JSON.stringify(document),
      issued_at: at,
      issued_by: users.admin?.userId ?? 0,
    })
    .returning('issued_bill_id as issuedBillId')
    .executeTakeFirstOrThrow();
}
