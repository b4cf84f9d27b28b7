/**
 * Raw answers of meters on lines, stored with the readings that were decoded from them, so that a
 * corrected profile can decode them again. They are dropped by month (`KEEP_RAW_WORDS_DAYS`).
 */
import type { MeterAnswers } from '@busbar/domain/device/device-report';
import { CompiledQuery } from 'kysely';
import {
  instantArray,
  int4Array,
  int8Array,
  textArray,
} from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';

export interface AnswersOfReading extends MeterAnswers {
  readonly customerId: number;
  readonly deviceId: number;
  /** Time of the reading, epoch ms. */
  readonly at: number;
  /** Revision of the settings by which the reading was decoded. */
  readonly revision: number;
}

/** Must be called in the transaction that stores the readings; those of a repeat are ignored. */
export async function insertMeterAnswers(
  trx: Executor,
  answers: readonly AnswersOfReading[],
): Promise<void> {
  if (answers.length === 0) return;
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into meter_answer (customer_id, device_id, ts, revision, station, answers)
      select c, d, t, r, s, decode(h, 'hex')
      from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::int8[], $5::text[], $6::text[])
        as sent (c, d, t, r, s, h)
      on conflict do nothing`,
      [
        int4Array(answers, ({ customerId }) => customerId),
        int4Array(answers, ({ deviceId }) => deviceId),
        instantArray(answers, ({ at }) => at),
        int8Array(answers, ({ revision }) => revision),
        textArray(answers, ({ station }) => station),
        textArray(answers, ({ bytes }) => Buffer.from(bytes).toString('hex')),
      ],
    ),
  );
}
