class BillingController < ApplicationController
  def show
    render json: { billing: { plan: current_user.tier, status: 'active', currency: 'usd',
                              amount: { 'pro' => BigDecimal('29.0'), 'free' => BigDecimal('0.0') }.fetch(current_user.tier, BigDecimal('0.0')),
                              current_period_end: Time.current.end_of_month.beginning_of_day } }
  end
end
