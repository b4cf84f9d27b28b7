/** Opens the explanation of the amount next to it. */
import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

export interface WhyButtonProps {
  /** Description of the amount, for screen readers. */
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
