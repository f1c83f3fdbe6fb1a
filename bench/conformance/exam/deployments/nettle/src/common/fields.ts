import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';

interface StrOptions { min?: number; max?: number; pattern?: RegExp; description?: string; example?: string; }

function strRules(o: StrOptions) {
  return [
    IsString(),
    ...(o.min !== undefined ? [MinLength(o.min)] : []),
    ...(o.max !== undefined ? [MaxLength(o.max)] : []),
    ...(o.pattern ? [Matches(o.pattern)] : []),
  ];
}
const strDoc = (o: StrOptions) => ({ type: String, minLength: o.min, maxLength: o.max, pattern: o.pattern?.source, description: o.description, example: o.example });

export const StringField = (o: StrOptions = {}) => applyDecorators(ApiProperty(strDoc(o)), ...strRules(o));
export const StringFieldOptional = (o: StrOptions = {}) =>
  applyDecorators(ApiPropertyOptional({ ...strDoc(o), nullable: true }), IsOptional(), ...strRules(o));

interface IntOptions { min?: number; max?: number; description?: string; example?: number; }
const intRules = (o: IntOptions) => [IsInt(), ...(o.min !== undefined ? [Min(o.min)] : []), ...(o.max !== undefined ? [Max(o.max)] : [])];
const intDoc = (o: IntOptions) => ({ type: 'integer' as const, minimum: o.min, maximum: o.max, description: o.description, example: o.example });
export const IntField = (o: IntOptions = {}) => applyDecorators(ApiProperty(intDoc(o)), ...intRules(o));
export const IntFieldOptional = (o: IntOptions = {}) =>
  applyDecorators(ApiPropertyOptional({ ...intDoc(o), nullable: true }), IsOptional(), ...intRules(o));

export const BoolFieldOptional = (description?: string) =>
  applyDecorators(ApiPropertyOptional({ type: Boolean, nullable: true, description }), IsOptional(), IsBoolean());

export const EnumField = (values: readonly string[], description?: string) =>
  applyDecorators(ApiProperty({ type: String, enum: [...values], description }), IsIn([...values]));
export const EnumFieldOptional = (values: readonly string[], description?: string) =>
  applyDecorators(ApiPropertyOptional({ type: String, enum: [...values], description }), IsOptional(), IsIn([...values]));

// What is answered
export const Out = (description?: string, extra: object = {}) => ApiProperty({ type: String, description, ...extra });
export const OutUuid = (description?: string) => ApiProperty({ type: String, format: 'uuid', description });
export const OutDate = (description?: string) => ApiProperty({ type: String, format: 'date-time', description });
export const OutDateOrNull = (description?: string) => ApiProperty({ type: String, format: 'date-time', nullable: true, description });
export const OutOrNull = (description?: string) => ApiProperty({ type: String, nullable: true, description });
export const OutInt = (description?: string) => ApiProperty({ type: 'integer', description });
export const OutIntOrNull = (description?: string) => ApiProperty({ type: 'integer', nullable: true, description });
export const OutBool = (description?: string) => ApiProperty({ type: Boolean, description });
export const OutEnum = (values: readonly string[], description?: string) => ApiProperty({ type: String, enum: [...values], description });
