/**
 * The library's picker for wall-clock times of a time zone other than this computer's. The picker
 * calculates in UTC, where no hour is skipped in spring or repeated in autumn.
 */

import { formatMoment } from '@busbar/domain/formats/time-format';
import localConfig from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { currentSession } from '../../lib/session/session.ts';

dayjs.extend(utc);

export const WIRE_FORM = 'YYYY-MM-DD HH:mm:ss';

/** Returns null if the text is not a valid API timestamp. */
export function pickerMoment(moment: string): Dayjs | null {
  const parsed = dayjs.utc(moment, WIRE_FORM, true);
  return parsed.isValid() ? parsed : null;
}

const DAY_FORM = 'YYYY-MM-DD';

/** Returns null if the text is not a valid day. */
export function pickerDay(day: string): Dayjs | null {
  const parsed = dayjs.utc(day, DAY_FORM, true);
  return parsed.isValid() ? parsed : null;
}

export const dayText = (day: Dayjs) => day.format(DAY_FORM);

export const WallClockPicker = DatePicker.generatePicker<Dayjs>({
  ...localConfig,
  getNow: () =>
    dayjs.utc(formatMoment(Date.now(), currentSession()?.user.zone ?? 'UTC'), WIRE_FORM, true),
});
