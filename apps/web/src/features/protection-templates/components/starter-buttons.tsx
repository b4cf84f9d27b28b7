/** Starting points offered where no template exists yet; a click opens the dialog, nothing more. */
import { STARTERS, type Starter } from '@busbar/domain/protection/starter-templates';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

export function StarterButtons({ onChoose }: { onChoose: (starter: Starter) => void }) {
  const { t } = useTranslation('protection-templates');
  return (
    <div className="stack gap-text">
      <p className="muted">{t('protection-templates:starter.offer')}</p>
      <div className="template-starters row gap-8">
        {STARTERS.map((starter) => (
          <Button key={starter} onClick={() => onChoose(starter)}>
            {t(`protection-templates:starter.name.${starter}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
