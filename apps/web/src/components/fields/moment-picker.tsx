/** Calendar and clock of `moment-field.tsx`: the library's picker with only its popup visible. */
import { pickerMoment, WallClockPicker, WIRE_FORM } from './wall-clock-picker.ts';

interface MomentPickerProps {
  /** Accessible name of the input that has the focus while the popup is open. */
  label: string;
  /** `YYYY-MM-DD HH:mm:ss`, or invalid text. */
  value: string;
  hasSeconds: boolean;
  onChoose: (moment: string) => void;
  onClose: () => void;
}

export function MomentPicker({ label, value, hasSeconds, onChoose, onClose }: MomentPickerProps) {
  const clock = hasSeconds ? 'HH:mm:ss' : 'HH:mm';
  return (
    <WallClockPicker
      open
      autoFocus
      inputReadOnly
      allowClear={false}
      aria-label={label}
      className="moment-field__picker"
      format={`YYYY-MM-DD ${clock}`}
      showTime={{ format: clock }}
      showNow={false}
      value={pickerMoment(value)}
      onChange={(moment) => moment !== null && onChoose(moment.format(WIRE_FORM))}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    />
  );
}
