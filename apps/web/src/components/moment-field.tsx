/**
 * The only field for a day and a time of day. The browser's own field follows the browser's
 * language; this one shows `YYYY-MM-DD HH:mm` in every language and knows no zone: what is entered
 * is wall-clock time of the customer's zone. Its picker is loaded when it is first shown.
 */
import { Input } from 'antd';
import { lazy, Suspense } from 'react';
import { trackLoad } from '../lib/pending-loads.ts';
import './moment-field.css';

export interface MomentFieldProps {
  id?: string;
  /** `YYYY-MM-DD HH:mm:ss`; empty for none. Passed by `Form.Item` if the form has the value. */
  value?: string | undefined;
  onChange?: (moment: string) => void;
  /** Seconds are shown and can be entered. */
  hasSeconds?: boolean;
  /** The field can be emptied. */
  isClearable?: boolean;
  isWrong?: boolean;
  'aria-describedby'?: string;
}

const MomentPicker = lazy(async () => {
  const { MomentPicker: picker } = await trackLoad(import('./moment-picker.tsx'));
  return { default: picker };
});

export function MomentField(props: MomentFieldProps) {
  const { value = '', hasSeconds = false } = props;
  const placeholder = (
    <Input
      id={props.id}
      className="moment-field"
      readOnly
      placeholder={hasSeconds ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD HH:mm'}
      value={hasSeconds ? value : value.slice(0, 16)}
    />
  );
  return (
    <Suspense fallback={placeholder}>
      <MomentPicker {...props} />
    </Suspense>
  );
}
