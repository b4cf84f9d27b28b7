import 'dayjs/locale/zh-cn';
import locale from 'antd/es/locale/zh_CN';

export const texts = { locale, calendar: 'zh-cn' };
