import { BadRequestException, Body, Controller, Get, Injectable, Module, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authed } from '../auth/auth';
import { iso, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { Out, OutDate, OutEnum, OutInt, OutUuid, StringField } from '../common/fields';
import { Answers, CurrentUser, Errors } from '../common/http';
import { User } from '../store/models';
import { Store } from '../store/store';

export class UserWithTier { @OutUuid() userId: string; @Out() name: string; @Out() email: string; @OutEnum(['pro', 'sandbox']) tier: string; @OutDate() createdAt: string; }
export class VipCodeRequest { @StringField({ min: 1, max: 100 }) code: string; }
export class VipCodeRedeemed { @Out() code: string; @OutDate() redeemedAt: string; }
export class VipCodeRedemptionCount { @OutInt('How many codes the caller has redeemed') count: number; }

@Injectable()
export class VipService {
  constructor(private readonly store: Store) {}
  count(user: User): VipCodeRedemptionCount {
    return { count: [...this.store.vip.values()].filter((v) => v.redeemedBy.has(user.userId)).length };
  }
  redeem(user: User, text: string): VipCodeRedeemed {
    const vip = this.store.vip.get(text.trim().toUpperCase());
    if (!vip) throw new BadRequestException('This code is not valid');
    if (vip.ownerId === user.userId && !faulty('vip-own-code')) throw new BadRequestException('This code is your own');
    if (vip.redeemedBy.has(user.userId)) throw new BadRequestException('You have redeemed this code already');
    const at = tick();
    vip.redeemedBy.set(user.userId, at);
    return { code: vip.code, redeemedAt: iso(at) };
  }
}

@ApiTags('user') @Authed()
@Controller('me')
export class UsersController {
  constructor(private readonly vip: VipService) {}
  @Get() @Answers(UserWithTier) @ApiOperation({ operationId: 'getCurrentUser' })
  me(@CurrentUser() user: User): UserWithTier { return { userId: user.userId, name: user.name, email: user.email, tier: user.tier, createdAt: iso(user.createdAt) }; }
  @Get('vip') @Answers(VipCodeRedemptionCount) @Errors(400) @ApiOperation({ operationId: 'getVipCount' })
  count(@CurrentUser() user: User) { return this.vip.count(user); }
  @Post('vip') @Answers(VipCodeRedeemed) @Errors(400, 422) @ApiOperation({ operationId: 'redeemVipCode' })
  redeem(@CurrentUser() user: User, @Body() dto: VipCodeRequest) { return this.vip.redeem(user, dto.code); }
}
@Module({ controllers: [UsersController], providers: [VipService] })
export class UsersModule {}
