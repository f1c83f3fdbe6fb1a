class MonetizationController < ApplicationController
  before_action :read_period

  def summary
    payments = Payment.where(agent_id: agent_ids, paid_at: @from..)
    subscriptions = Subscription.active.where(agent_id: agent_ids)
    total = payments.sum(:amount)
    count = bug?('monetization-counts-canceled') ? Subscription.where(agent_id: agent_ids).count : subscriptions.count
    render json: { period: @period, total_subscribers: count, total_earnings: total, currency: 'usd' }
  end

  def subscribers
    rows = Subscription.where(agent_id: agent_ids).pluck(:started_at, :canceled_at)
    list = days.map do |day|
      finish = day.end_of_day
      { date: day, subscribers: rows.count { |from, to| from <= finish && (to.nil? || to > finish) } }
    end
    render json: { period: @period, total_subscribers: list.last[:subscribers], subscribers: list }
  end

  def earnings
    sums = Payment.where(agent_id: agent_ids, paid_at: @from..).pluck(:paid_at, :amount).group_by { |at, _| at.to_date }
    list = days.map { |day| { date: day, earnings: (sums[day] || []).sum(BigDecimal('0')) { |_, amount| amount } } }
    render json: { period: @period, total_earnings: list.sum(BigDecimal('0')) { |d| d[:earnings] }, earnings: list }
  end

  private

  def read_period
    @period = query_int(:period, bug?('period-364') ? 1...365 : 1..365, 28)
    @from = days.first.beginning_of_day
  end

  def days
    last = Time.zone.today
    ((last - (@period - 1))..last).to_a
  end

  def agent_ids
    Agent.where(user_id: current_user.id).select(:id)
  end
end
