import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AgentsModule } from './agents/agents';
import { ApiKeyGuard, JwtGuard, OptionalJwtGuard, TokenService, ToolRunGuard } from './auth/auth';
import { BillingModule } from './billing/billing';
import { BundlesModule } from './bundles/bundles';
import { ChatsModule } from './chats/chats';
import { CliAuthModule } from './cliauth/cliauth';
import { AllExceptionsFilter, BodyAwareValidationPipe, TimingInterceptor } from './common/http';
import { KeysModule } from './keys/keys';
import { RunsModule } from './runs/runs';
import { SchedulesModule } from './schedules/schedules';
import { Store } from './store/store';
import { StudioModule } from './studio/studio';
import { SubscriptionsModule } from './subscriptions/subscriptions';
import { ToolsModule } from './tools/tools';
import { UsersModule } from './users/users';
import { WorkersModule } from './workers/workers';

@Global()
@Module({ providers: [Store, TokenService, JwtGuard, OptionalJwtGuard, ToolRunGuard, ApiKeyGuard], exports: [Store, TokenService, JwtGuard, OptionalJwtGuard, ToolRunGuard, ApiKeyGuard] })
export class CoreModule {}

@Module({
  imports: [
    CoreModule, UsersModule, RunsModule, SubscriptionsModule, StudioModule, AgentsModule, ChatsModule, KeysModule, BillingModule, BundlesModule, CliAuthModule,
    SchedulesModule, ToolsModule, WorkersModule,
  ],
  providers: [
    { provide: APP_FILTER, useClass: AllExceptionsFilter },
    { provide: APP_PIPE, useClass: BodyAwareValidationPipe },
    { provide: APP_INTERCEPTOR, useClass: TimingInterceptor },
  ],
})
export class AppModule {}
