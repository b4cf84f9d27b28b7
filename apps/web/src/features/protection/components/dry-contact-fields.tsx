/** One dry contact: name, normal position, reported position, and a drawing of both positions. */
import { Input, Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/values/age.tsx';
import type {
  ContactNumber,
  ContactPositions,
  DryContact,
  Position,
} from '../api/use-dry-contacts.ts';

const NAME_LENGTH = 50;
const POSITIONS: readonly Position[] = ['open', 'close'];

interface DryContactFieldsProps {
  number: ContactNumber;
  contact: DryContact;
  reported: ContactPositions[ContactNumber];
  isDisabled: boolean;
  onChange: (contact: DryContact) => void;
}

export function DryContactFields({
  number,
  contact,
  reported,
  isDisabled,
  onChange,
}: DryContactFieldsProps) {
  const { t } = useTranslation('protection');
  const id = useId();
  const isNameless = contact.name.trim() === '';
  return (
    <fieldset className="dry-contact box stack gap-8">
      <legend>{t('protection:dry.contact', { number })}</legend>
      <label htmlFor={`${id}name`}>{t('protection:dry.name')}</label>
      <Input
        dir="auto"
        id={`${id}name`}
        value={contact.name}
        maxLength={NAME_LENGTH}
        disabled={isDisabled}
        aria-describedby={isNameless ? `${id}problem` : undefined}
        placeholder={t('protection:dry.name-example')}
        onChange={({ target }) => onChange({ ...contact, name: target.value })}
      />
      {isNameless && !isDisabled && (
        <p id={`${id}problem`} className="hint">
          {t('protection:dry.name-required')}
        </p>
      )}
      <span id={`${id}normal`}>{t('protection:dry.normal-position')}</span>
      <Radio.Group
        aria-labelledby={`${id}normal`}
        disabled={isDisabled}
        optionType="button"
        value={contact.normal}
        onChange={({ target }) =>
          onChange({ ...contact, normal: target.value === 'close' ? 'close' : 'open' })
        }
        options={POSITIONS.map((value) => ({ value, label: t(`protection:dry.${value}`) }))}
      />
      <p className="dry-contact__reported muted">
        {t('protection:dry.reported')}{' '}
        {reported === undefined ? (
          t('protection:dry.unreported')
        ) : (
          <>
            <strong>{t(`protection:dry.${reported.position}`)}</strong> · <Age at={reported.at} />
          </>
        )}
      </p>
      <ul className="dry-contact__positions halves">
        {POSITIONS.map((position) => {
          const meaning = position === contact.normal ? 'normal' : 'alarm';
          return (
            <li
              key={position}
              data-meaning={meaning}
              aria-current={position === reported?.position}
            >
              <ContactDrawing isClosed={position === 'close'} />
              <span>{t(`protection:dry.${position}`)}</span>
              <strong>{t(`protection:dry.${meaning}`)}</strong>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** The contact symbol of circuit diagrams (IEC 60617). */
function ContactDrawing({ isClosed }: { isClosed: boolean }) {
  return (
    <svg viewBox="0 0 96 40" width="96" height="40" direction="ltr" aria-hidden="true">
      <path d={isClosed ? 'M4 28H92' : 'M4 28H30L64 8M66 28H92'} />
      <circle cx="30" cy="28" r="3" />
      <circle cx="66" cy="28" r="3" />
    </svg>
  );
}
