/** The parties of a customer's bills: the issuer with the tax, and the addressee of each group. */
import type { BillParty } from '@busbar/domain/billing/bill-document';
import type { Executor } from '../../../storage/database.ts';

export interface BillIssuer extends BillParty {
  readonly taxName: string;
  /** Percent as decimal text; null for bills without a tax line. */
  readonly taxRate: string | null;
}

const PARTY = ['name', 'address', 'tax_number as taxNumber'] as const;

/** Returns undefined until the issuer is saved. */
export async function findIssuer(
  db: Executor,
  customerId: number,
): Promise<BillIssuer | undefined> {
  return db
    .selectFrom('bill_issuer')
    .where('customer_id', '=', customerId)
    .select([...PARTY, 'tax_name as taxName', 'tax_rate as taxRate'])
    .executeTakeFirst();
}

export async function writeIssuer(
  trx: Executor,
  customerId: number,
  issuer: BillIssuer,
): Promise<void> {
  const { name, address, taxNumber, taxName, taxRate } = issuer;
  const values = { name, address, tax_number: taxNumber, tax_name: taxName, tax_rate: taxRate };
  await trx
    .insertInto('bill_issuer')
    .values({ customer_id: customerId, ...values })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute();
}

export interface BillAddressee extends BillParty {
  readonly groupId: number;
}

/** Returns the addressees of one group or of all groups that have one. */
export async function listAddressees(
  db: Executor,
  customerId: number,
  groupId?: number,
): Promise<BillAddressee[]> {
  let query = db
    .selectFrom('bill_addressee')
    .where('customer_id', '=', customerId)
    .select([...PARTY, 'group_id as groupId']);
  if (groupId !== undefined) query = query.where('group_id', '=', groupId);
  return query.execute();
}

export async function writeAddressee(
  trx: Executor,
  customerId: number,
  groupId: number,
  { name, address, taxNumber }: BillParty,
): Promise<void> {
  const values = { name, address, tax_number: taxNumber };
  await trx
    .insertInto('bill_addressee')
    .values({ customer_id: customerId, group_id: groupId, ...values })
    .onConflict((conflict) => conflict.columns(['customer_id', 'group_id']).doUpdateSet(values))
    .execute();
}
