/** Usual nameplate powers, as buttons below the field of the lamp power. */

import { LAMP_NAMEPLATES_W } from '@busbar/domain/project/lamp-watts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../../i18n/use-numbers.ts';

interface LampNameplatesProps {
  value: number | null;
  onChoose: (watts: number) => void;
}

export function LampNameplates({ value, onChoose }: LampNameplatesProps) {
  const { t } = useTranslation('projects');
  const numbers = useNumbers();
  return (
    <fieldset className="lamp-nameplates row gap-4" aria-label={t('projects:lamp.nameplates')}>
      {LAMP_NAMEPLATES_W.map((watts) => (
        <Button
          key={watts}
          size="small"
          aria-pressed={value === watts}
          type={value === watts ? 'primary' : 'default'}
          onClick={() => onChoose(watts)}
        >
          <bdi className="ltr">{numbers.quantity(watts, 0, 'W')}</bdi>
        </Button>
      ))}
    </fieldset>
  );
}
