/**
 * Date and time field of all screens. The browser's field follows the browser's language; this one
 * uses `YYYY-MM-DD HH:mm` in every language and has no time zone: its value is wall-clock time in
 * the customer's time zone. Typed text is parsed on blur or Enter. Invalid text stays visible with
 * a message below it and is reported as typed; forms validate it with `isMoment`. The calendar is
 * loaded when it is first opened.
 */
import { CalendarOutlined } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { fieldMoment, isMoment, parseMoment } from '@busbar/domain/formats/wall-clock';
import { Input, type InputRef } from 'antd';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trackLoad } from '../../lib/calls/pending-loads.ts';

interface MomentFieldProps {
  id?: string;
  /** `YYYY-MM-DD HH:mm:ss`, or the text as typed; empty for none. */
  value?: string | undefined;
  onChange?: (moment: string) => void;
  /** Displays and accepts seconds. */
  hasSeconds?: boolean;
  /** Allows the field to be cleared. */
  isClearable?: boolean;
  isWrong?: boolean;
  'aria-describedby'?: string | undefined;
}

const EXAMPLE = '2026-11-01 08:00:00';

const MomentPicker = lazy(async () => {
  const { MomentPicker: picker } = await trackLoad(import('./moment-picker.tsx'));
  return { default: picker };
});

export function MomentField(props: MomentFieldProps) {
  const { value = '', onChange, hasSeconds = false, isClearable = false, isWrong = false } = props;
  const { t } = useTranslation('shell');
  const problemId = useId();
  const input = useRef<InputRef>(null);
  const box = useRef<HTMLSpanElement>(null);
  /** Text that the user is typing; ignored once the form's value is not the one it replaces. */
  const [draft, setDraft] = useState<{ text: string; replaces: string }>();
  const [isOpen, setOpen] = useState(false);
  const shown = isMoment(value) ? fieldMoment(value, hasSeconds) : value;
  const text = draft?.replaces === value ? draft.text : shown;
  const isUnreadable = value !== '' && !isMoment(value);

  const report = (next: string) => {
    setDraft(undefined);
    if (next !== value) onChange?.(next);
  };
  // A field without seconds must not drop the seconds of a value that was not edited.
  const readText = () => {
    if (text === shown) setDraft(undefined);
    else if (text.trim() === '') report('');
    else report(parseMoment(text, hasSeconds) ?? text);
  };
  const close = () => {
    const { activeElement } = document;
    const isInside =
      box.current?.contains(activeElement) ||
      activeElement?.closest('.ant-picker-dropdown') !== null;
    if (isInside) input.current?.focus();
    setOpen(false);
  };

  return (
    <span ref={box} className="moment-field">
      <Input
        {...(props.id === undefined ? {} : { id: props.id })}
        ref={input}
        dir="ltr"
        autoComplete="off"
        placeholder={hasSeconds ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD HH:mm'}
        value={text}
        allowClear={isClearable}
        status={isWrong || isUnreadable ? 'error' : ''}
        aria-invalid={isWrong || isUnreadable}
        aria-describedby={
          [props['aria-describedby'], isUnreadable ? problemId : undefined]
            .filter(Boolean)
            .join(' ') || undefined
        }
        onChange={({ target, type }) => {
          if (type === 'click') report('');
          else setDraft({ text: target.value, replaces: value });
        }}
        onPressEnter={readText}
        onBlur={readText}
        suffix={
          <button
            type="button"
            className="moment-field__button plain-button"
            // The popup of the library is not accessible by keyboard.
            tabIndex={-1}
            aria-label={t('shell:moment.calendar')}
            // Prevents the blur that would close the picker before this click, which would then
            // open it again.
            onMouseDown={(event) => isOpen && event.preventDefault()}
            onClick={() => (isOpen ? close() : setOpen(true))}
          >
            <CalendarOutlined aria-hidden="true" />
          </button>
        }
      />
      {isOpen && (
        <Suspense>
          <MomentPicker
            label={t('shell:moment.calendar')}
            value={value}
            hasSeconds={hasSeconds}
            onChoose={report}
            onClose={close}
          />
        </Suspense>
      )}
      {isUnreadable && (
        <span id={problemId} className="moment-field__problem" role="alert">
          {t('shell:moment.invalid', {
            text: ltrText(value),
            example: ltrText(fieldMoment(EXAMPLE, hasSeconds)),
          })}
        </span>
      )}
    </span>
  );
}
