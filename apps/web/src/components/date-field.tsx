/**
 * The only field for a day. The browser's own field shows days in the form of the browser's
 * language; this one shows them as `YYYY-MM-DD`, as the rest of the page does, and its calendar
 * speaks the page's language.
 */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';

const FORMAT = 'YYYY-MM-DD';

interface DateFieldProps {
  id?: string;
  /** `YYYY-MM-DD`; empty for none. Passed by `Form.Item` if the form has the value. */
  value?: string | undefined;
  onChange?: (day: string) => void;
  /** First and last day that can be chosen. */
  min?: string;
  max?: string;
  /** The field can be emptied. */
  isClearable?: boolean;
  isWrong?: boolean;
  className?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-required'?: boolean | 'true' | 'false';
}

function isDay(text: string, min = '0000', max = '9999-12-31'): boolean {
  return dayjs(text).format(FORMAT) === text && text >= min && text <= max;
}

export function DateField(props: DateFieldProps) {
  const { value = '', onChange, min, max, isClearable = false, isWrong = false } = props;
  const aria = Object.fromEntries(
    Object.entries(props).filter(([name]) => name.startsWith('aria-')),
  );
  return (
    <DatePicker
      {...aria}
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(props.className === undefined ? {} : { className: props.className })}
      {...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
      format={FORMAT}
      placeholder={FORMAT}
      value={value === '' ? null : dayjs(value)}
      allowClear={isClearable}
      {...(min === undefined ? {} : { minDate: dayjs(min) })}
      {...(max === undefined ? {} : { maxDate: dayjs(max) })}
      onChange={(day) => onChange?.(day === null ? '' : day.format(FORMAT))}
      // The library reports a typed day a moment after the field is left, too late for the button
      // that was pressed to leave it.
      onBlur={({ target }) => {
        const { value: text } = target as HTMLInputElement;
        const isEmptied = text === '' && isClearable;
        if (text !== value && (isEmptied || isDay(text, min, max))) onChange?.(text);
      }}
    />
  );
}
