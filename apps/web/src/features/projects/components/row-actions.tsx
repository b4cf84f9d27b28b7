/** Actions of a table row: edit and delete. */
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

interface RowActionsProps {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

export function RowActions({ name, onEdit, onDelete }: RowActionsProps) {
  const { t } = useTranslation('projects');
  return (
    <span className="project-actions line inline gap-4 touch">
      <Tooltip title={t('projects:edit')}>
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          aria-label={t('projects:edit-one', { name })}
          onClick={onEdit}
        />
      </Tooltip>
      <Tooltip title={t('projects:delete.confirm')}>
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('projects:delete-one', { name })}
          onClick={onDelete}
        />
      </Tooltip>
    </span>
  );
}
