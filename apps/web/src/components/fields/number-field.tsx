/**
 * Number field of all screens. It parses typed or pasted text by the rules of `number-text.ts` and
 * formats numbers in the page's language. Rejected text stays visible with a message below it, and
 * the form receives NaN, which no validation accepts.
 */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { machineNumber } from '@busbar/domain/formats/number-format';
import { fieldText, type ReadNumber, readNumber } from '@busbar/domain/formats/number-text';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { InputNumber, type InputNumberProps } from 'antd';
import { useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';

interface NumberFieldProps
  extends Omit<
    InputNumberProps<number>,
    'value' | 'onChange' | 'onInput' | 'parser' | 'formatter' | 'decimalSeparator' | 'suffix'
  > {
  /** Name of the field in the message about rejected text. */
  label: string;
  unit?: string | undefined;
  value?: number | null | undefined;
  /** Null: the field is empty. NaN: the text is not a number. */
  onChange?: (value: number | null) => void;
}

interface Rejected {
  readonly text: string;
  readonly read: ReadNumber;
}

const decimalsOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0;

export function NumberField({
  label,
  unit = '',
  value,
  onChange,
  precision,
  step = 1,
  status,
  ...rest
}: NumberFieldProps) {
  const { t } = useTranslation('shell');
  const { tag } = useLanguage();
  const problemId = useId();
  const [rejected, setRejected] = useState<Rejected>();
  const [resets, setResets] = useState(0);
  const [shownValue, setShownValue] = useState(value);
  const reported = useRef(value);
  if (!Object.is(value, shownValue)) {
    setShownValue(value);
    // The form was reset, or its value was set from outside this field.
    if (rejected !== undefined && !Object.is(value, reported.current)) {
      setRejected(undefined);
      setResets(resets + 1);
    }
  }
  const rejectedText = useRef<string>(undefined);
  rejectedText.current = rejected?.text;

  const report = (next: number | null) => {
    reported.current = next;
    onChange?.(next);
  };
  const minDecimals = decimalsOf(String(step));
  const formatter = useCallback(
    (decimal: number | string | undefined, info: { userTyping: boolean; input: string }) => {
      if (info.userTyping) return info.input;
      if (rejectedText.current !== undefined) return rejectedText.current;
      const text = String(decimal ?? '');
      if (text === '') return '';
      const exact = precision === undefined ? text : machineNumber(Number(text), precision);
      return fieldText(exact, minDecimals, tag);
    },
    [precision, minDecimals, tag],
  );
  const parser = useCallback(
    (text: string | undefined) => {
      const read = readNumber(text ?? '', tag, unit);
      // The library treats an empty text as no value and ignores text that is not a number.
      if (read.kind === 'empty') return '' as unknown as number;
      return read.kind === 'number' ? read.value : Number.NaN;
    },
    [tag, unit],
  );
  const readInput = (text: string) => {
    const read = readNumber(text, tag, unit);
    if (read.kind === 'invalid' || read.kind === 'ambiguous') {
      setRejected({ text, read });
      report(Number.NaN);
    } else if (rejected !== undefined) {
      setRejected(undefined);
      // The library does not report this change, because it has already treated the rejected text
      // as empty.
      if (read.kind === 'empty') report(null);
    }
  };
  const isNamed = rest.id !== undefined || rest['aria-labelledby'] !== undefined;
  const isRejected = rejected !== undefined;
  const example = [
    fieldText(precision === 0 ? '1234' : '1234.5', 0, tag),
    ...(unit === '' ? [] : [unitLabel(unit, tag)]),
  ].join('\u202F');
  return (
    <>
      <InputNumber<number>
        key={resets}
        {...(isNamed ? {} : { 'aria-label': label })}
        {...rest}
        {...(precision === undefined ? {} : { precision })}
        step={step}
        value={typeof value === 'number' && Number.isNaN(value) ? null : (value ?? null)}
        status={isRejected ? 'error' : (status ?? '')}
        aria-invalid={isRejected || rest['aria-invalid']}
        aria-describedby={
          [rest['aria-describedby'], isRejected ? problemId : undefined]
            .filter(Boolean)
            .join(' ') || undefined
        }
        suffix={unit === '' ? undefined : <span className="ltr">{unitLabel(unit, tag)}</span>}
        formatter={formatter}
        parser={parser}
        onInput={readInput}
        onChange={(next) => {
          setRejected(undefined);
          report(next);
        }}
      />
      {isRejected && (
        <span id={problemId} className="number-problem" role="alert" dir="auto">
          {rejected.read.kind === 'ambiguous'
            ? t('shell:number.ambiguous', {
                field: label,
                text: ltrText(rejected.text),
                whole: ltrText(rejected.read.whole),
                fraction: ltrText(rejected.read.fraction),
              })
            : t('shell:number.invalid', {
                field: label,
                text: ltrText(rejected.text),
                example: ltrText(example),
              })}
        </span>
      )}
    </>
  );
}
