/**
 * Shown instead of an amount if the energy has no price; links to the tariffs for users who may set
 * prices.
 */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../config/paths.ts';
import { useMay } from '../../lib/session/use-may.ts';

export function NoTariff() {
  const { t } = useTranslation('common');
  const maySetPrices = useMay('tariff.write');
  return (
    <span className="no-tariff">
      {t('common:no-tariff')}
      {maySetPrices && (
        <Link to={PATHS.rates} className="no-tariff__link">
          {t('common:set-prices')}
        </Link>
      )}
    </span>
  );
}
