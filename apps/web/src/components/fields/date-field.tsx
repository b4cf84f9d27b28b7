/**
 * Date field of all screens. The browser's date field uses the format of the browser's language;
 * this one uses `YYYY-MM-DD` like the rest of the page, and its calendar is in the page's language.
 */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';

const FORMAT = 'YYYY-MM-DD';

interface DateFieldProps {
  id?: string;
  /** `YYYY-MM-DD`; empty for none. */
  value?: string | undefined;
  onChange?: (day: string) => void;
  /** First and last day that can be selected. */
  min?: string;
  max?: string;
  /** Allows the field to be cleared. */
  isClearable?: boolean;
  isWrong?: boolean;
  className?: string;
  'aria-describedby'?: string | undefined;
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
      // Enter selects the typed day; it does not submit the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      placeholder={FORMAT}
      value={value === '' ? null : dayjs(value)}
      allowClear={isClearable}
      {...(min === undefined ? {} : { minDate: dayjs(min) })}
      {...(max === undefined ? {} : { maxDate: dayjs(max) })}
      onChange={(day) => onChange?.(day === null ? '' : day.format(FORMAT))}
      // The library reports a typed day only after blur, which is too late for the button whose
      // click caused the blur.
      onBlur={({ target }) => {
        const { value: text } = target as HTMLInputElement;
        const isEmptied = text === '' && isClearable;
        if (text !== value && (isEmptied || isDay(text, min, max))) onChange?.(text);
      }}
    />
  );
}
