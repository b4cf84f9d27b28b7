import { PlusOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';

export function AddButton(props: Omit<ButtonProps, 'icon'>) {
  return <Button type="primary" {...props} icon={<PlusOutlined aria-hidden />} />;
}
