/** Asks why an amount is what it is; beside the amount. */
import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

export interface WhyButtonProps {
  /** What it stands beside, for those who hear the page. */
  readonly of: string;
  readonly onClick: () => void;
}

export function WhyButton({ of, onClick }: WhyButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      type="text"
      size="small"
      className="why-button"
      icon={<QuestionCircleOutlined aria-hidden />}
      title={t('why')}
      aria-label={`${t('why')}: ${of.trim()}`}
      onClick={onClick}
    />
  );
}
