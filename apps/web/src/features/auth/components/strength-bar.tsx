import { useTranslation } from 'react-i18next';
import { passwordStrength } from '../password-strength.ts';
import './strength-bar.css';

/** Four segments and a label for the strength of the typed password. */
export function StrengthBar({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const level = passwordStrength(password);
  return (
    <div className="strength hint" data-level={level} aria-live="polite">
      {[1, 2, 3, 4].map((step) => (
        <i key={step} data-lit={step <= level} />
      ))}
      <span>{t(`auth:strength.${level}`)}</span>
    </div>
  );
}
