import { useTranslation } from 'react-i18next';

/** Texts of the results of frames; a result of a newer server stays English. */
export function useResultText(): (result: string) => string {
  const { t, i18n } = useTranslation('line-monitor');
  return (result) => {
    const key = `line-monitor:result.${result}`;
    return i18n.exists(key) ? t(key) : result;
  };
}
