/**
 * The library's picker for the wall clock of a zone that is not this computer's. It counts in UTC,
 * where no hour is left out in spring and none comes twice in autumn.
 */
import localConfig from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** Undefined if the text has none of the forms. */
export function parseWallClock(text: string, forms: readonly string[]): Dayjs | undefined {
  return forms.map((form) => dayjs.utc(text.trim(), form, true)).find((day) => day.isValid());
}

export const WallClockPicker = DatePicker.generatePicker<Dayjs>({
  ...localConfig,
  getNow: () => dayjs.utc(dayjs().format('YYYY-MM-DDTHH:mm:ss')),
  locale: {
    ...localConfig.locale,
    parse: (_locale, text, forms) => parseWallClock(text, forms) ?? null,
  },
});
