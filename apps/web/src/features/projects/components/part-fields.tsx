/** Replaced parts with their quantities. */
import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { AddButton } from '../../../components/forms/add-button.tsx';
import { type DraftPart, newPart } from '../visits/visit-draft.ts';

interface PartFieldsProps {
  value: readonly DraftPart[];
  onChange: (parts: readonly DraftPart[]) => void;
}

export function PartFields({ value: parts, onChange }: PartFieldsProps) {
  const { t } = useTranslation('projects');
  return (
    <fieldset className="box stack">
      <legend>{t('projects:visit.parts')}</legend>
      {parts.map((part, at) => {
        const number = at + 1;
        return (
          <div key={part.key} className="visit-part full">
            <Input
              aria-label={t('projects:visit.part', { number })}
              placeholder={t('projects:visit.part-name')}
              value={part.name}
              maxLength={100}
              dir="auto"
              onChange={({ target }) => onChange(parts.with(at, { ...part, name: target.value }))}
            />
            <NumberField
              label={t('projects:visit.quantity', { number })}
              value={part.quantity}
              min={1}
              max={100_000}
              precision={0}
              onChange={(quantity) =>
                onChange(parts.with(at, { ...part, quantity: quantity ?? 1 }))
              }
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('projects:visit.part-remove', { number })}
              onClick={() => onChange(parts.filter((one) => one !== part))}
            />
          </div>
        );
      })}
      <AddButton
        type="default"
        onClick={() => onChange([...parts, newPart({ name: '', quantity: 1 })])}
      >
        {t('projects:visit.part-add')}
      </AddButton>
    </fieldset>
  );
}
