/** Primary and secondary value of each transformer by whose ratio the model is multiplied. */
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import type { MeterProfile } from '../api/use-serial-line.ts';
import type { MeterDraft } from '../meter-draft.ts';

interface RatioFieldsProps {
  readonly form: FormState<MeterDraft>;
  readonly profile: MeterProfile;
}

export function RatioFields({ form, profile }: RatioFieldsProps) {
  const { t } = useTranslation('serial-lines');
  const hasCt = profile.ratios.includes('ct');
  const hasPt = profile.ratios.includes('pt');
  if (!hasCt && !hasPt) return null;
  const field = (name: 'ct_primary' | 'ct_secondary' | 'pt_primary' | 'pt_secondary') => ({
    isRequired: true,
    min: 0,
    unit: name.startsWith('ct') ? 'A' : 'V',
    ...form.field(name),
  });
  return (
    <fieldset className="line-ratios stack gap-8">
      <legend className="visually-hidden">{t('serial-lines:form.ratios')}</legend>
      {hasCt && (
        <div className="halves">
          <FormNumber label={t('serial-lines:form.ct-primary')} {...field('ct_primary')} />
          <FormNumber label={t('serial-lines:form.ct-secondary')} {...field('ct_secondary')} />
        </div>
      )}
      {hasPt && (
        <div className="halves">
          <FormNumber label={t('serial-lines:form.pt-primary')} {...field('pt_primary')} />
          <FormNumber label={t('serial-lines:form.pt-secondary')} {...field('pt_secondary')} />
        </div>
      )}
      <span className="hint prose">{t('serial-lines:form.ratio-help')}</span>
    </fieldset>
  );
}
