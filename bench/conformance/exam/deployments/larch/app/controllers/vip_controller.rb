class VipController < ApplicationController
  def show
    render json: { redemptions_count: current_user.vip_redemptions.count }
  end

  def create
    text = body_params(code: :string)[:code]
    raise Errors::Invalid.new(:code, 'is missing') if text.nil?
    code = VipCode.find_by(code: text)
    halt 400, 'This code is invalid' unless code
    halt 400, 'This is your own code' if code.user_id == current_user.id
    if bug?('vip-race')
      halt 400, 'You have redeemed this code' if current_user.vip_redemptions.exists?(vip_code_id: code.id)
      sleep 0.05
      redeem(code)
    else
      VipRedemption.transaction do
        halt 400, 'You have redeemed this code' if current_user.vip_redemptions.exists?(vip_code_id: code.id)
        redeem(code)
      end
    end
    render json: { redemption: { code: code.code, credits: code.credits, redeemed_at: Time.current } }
  end

  private

  def redeem(code)
    current_user.vip_redemptions.create!(vip_code_id: code.id)
    CreditAccount.where(user_id: current_user.id).update_all(['balance = balance + ?, updated_at = ?', code.credits, Time.current])
  end
end
