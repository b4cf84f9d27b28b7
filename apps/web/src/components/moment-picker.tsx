/** The field of `moment-field.tsx`, as the library's picker. */
import type { MomentFieldProps } from './moment-field.tsx';
import { parseWallClock, WallClockPicker } from './wall-clock-picker.ts';

const WIRE_FORM = 'YYYY-MM-DD HH:mm:ss';
const MINUTES_FORM = 'YYYY-MM-DD HH:mm';
/** Forms that can be typed besides the one that is shown. */
const TYPED_FORMS = [MINUTES_FORM, WIRE_FORM, 'YYYY-MM-DDTHH:mm', 'YYYY-M-D H:mm', 'YYYY-MM-DD'];

export function MomentPicker(props: MomentFieldProps) {
  const { value = '', onChange, hasSeconds = false, isClearable = false, isWrong = false } = props;
  const shown = hasSeconds ? WIRE_FORM : MINUTES_FORM;
  const forms = [shown, ...TYPED_FORMS];
  return (
    <WallClockPicker
      {...(props.id === undefined ? {} : { id: props.id })}
      aria-describedby={props['aria-describedby']}
      {...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
      className="moment-field"
      format={forms}
      placeholder={shown}
      showTime={{ format: hasSeconds ? 'HH:mm:ss' : 'HH:mm' }}
      needConfirm={false}
      showNow={false}
      value={parseWallClock(value, [WIRE_FORM]) ?? null}
      allowClear={isClearable}
      onChange={(moment) => onChange?.(moment === null ? '' : moment.format(WIRE_FORM))}
      // The library reports what was typed a moment after the field is left, too late for the
      // button that was pressed to leave it.
      onBlur={({ target }) => {
        const { value: text } = target as HTMLInputElement;
        const moment = parseWallClock(text, forms)?.format(WIRE_FORM);
        const next = text === '' && isClearable ? '' : (moment ?? value);
        if (next !== value) onChange?.(next);
      }}
    />
  );
}
