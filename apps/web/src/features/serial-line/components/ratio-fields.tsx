/** Primary and secondary value of each transformer by whose ratio the model is multiplied. */
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import type { FormField } from '../../../components/forms/form-state.ts';

type RatioKey = 'ct_primary' | 'ct_secondary' | 'pt_primary' | 'pt_secondary';

interface RatioFieldsProps {
  /** `ct` and `pt`. */
  readonly ratios: readonly string[];
  readonly field: (name: RatioKey) => FormField<number | null>;
}

export function RatioFields({ ratios, field }: RatioFieldsProps) {
  const { t } = useTranslation('serial-lines');
  const hasCt = ratios.includes('ct');
  const hasPt = ratios.includes('pt');
  if (!hasCt && !hasPt) return null;
  const shown = (name: RatioKey) => ({
    isRequired: true,
    min: 0,
    unit: name.startsWith('ct') ? 'A' : 'V',
    ...field(name),
  });
  return (
    <fieldset className="line-ratios stack gap-8">
      <legend className="visually-hidden">{t('serial-lines:form.ratios')}</legend>
      {hasCt && (
        <div className="halves">
          <FormNumber label={t('serial-lines:form.ct-primary')} {...shown('ct_primary')} />
          <FormNumber label={t('serial-lines:form.ct-secondary')} {...shown('ct_secondary')} />
        </div>
      )}
      {hasPt && (
        <div className="halves">
          <FormNumber label={t('serial-lines:form.pt-primary')} {...shown('pt_primary')} />
          <FormNumber label={t('serial-lines:form.pt-secondary')} {...shown('pt_secondary')} />
        </div>
      )}
      <span className="hint prose">{t('serial-lines:form.ratio-help')}</span>
    </fieldset>
  );
}
