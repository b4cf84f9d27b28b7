/** Shown instead of an amount without a price; links to tariffs for users who may set prices. */
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
