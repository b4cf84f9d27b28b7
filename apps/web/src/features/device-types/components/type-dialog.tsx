import {
  intervalRefusal,
  LONGEST_INTERVAL_S,
  SHORTEST_INTERVAL_S,
  typeNameRefusal,
} from '@busbar/domain/device/device-type';
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type TypeView, useTypeChange } from '../api/use-device-types.ts';

export function TypeDialog({ type, onDone }: { type: TypeView; onDone: () => void }) {
  const { t } = useTranslation(['device-types', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { change, followed } = useTypeChange();
  const id = useId();
  const [name, setName] = useState(type.name);
  const [seconds, setSeconds] = useState<number | null>(type.expected_interval_s);
  const wrongName = typeNameRefusal(name.trim(), type.kind);
  const wrongInterval = intervalRefusal(seconds ?? Number.NaN);
  const isSame = name.trim() === type.name && seconds === type.expected_interval_s;
  const save = () => {
    if (seconds === null) return;
    const was = { name: type.name, expected_interval_s: type.expected_interval_s };
    change.mutate(
      {
        params: { id: String(type.id) },
        body: { name: name.trim(), expected_interval_s: seconds, was },
      },
      {
        onSuccess: () => {
          void message.success(t('device-types:changed'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  };
  const saidOf = (why: string | undefined, about: string) =>
    why === undefined ? about : t(`errors:reason.${why}`);
  return (
    <ConfirmDialog
      isOpen
      title={t('device-types:change-of', { name: type.name })}
      confirmLabel={t('device-types:save')}
      isBusy={change.isPending}
      isBlocked={isSame || wrongName !== undefined || wrongInterval !== undefined}
      onConfirm={save}
      onCancel={onDone}
    >
      <div className="stack gap-16">
        <label className="stack gap-4" htmlFor={`${id}-name`}>
          {t('device-types:column.name')}
          <Input
            id={`${id}-name`}
            dir="ltr"
            value={name}
            status={wrongName === undefined ? '' : 'error'}
            aria-invalid={wrongName !== undefined}
            aria-describedby={`${id}-name-said`}
            onChange={({ target }) => setName(target.value)}
          />
          <span id={`${id}-name-said`} className="hint" data-wrong={wrongName !== undefined}>
            {saidOf(wrongName, t('device-types:name-about', { prefix: type.prefix }))}
          </span>
        </label>
        <label className="stack gap-4" htmlFor={`${id}-interval`}>
          {t('device-types:interval')}
          <NumberField
            id={`${id}-interval`}
            label={t('device-types:interval')}
            value={seconds}
            min={SHORTEST_INTERVAL_S}
            max={LONGEST_INTERVAL_S}
            precision={0}
            aria-describedby={`${id}-interval-said`}
            onChange={setSeconds}
          />
          <span
            id={`${id}-interval-said`}
            className="hint"
            data-wrong={wrongInterval !== undefined}
          >
            {saidOf(wrongInterval, t('device-types:interval-about'))}
          </span>
        </label>
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
